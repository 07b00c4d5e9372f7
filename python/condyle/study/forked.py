"""What Dask's fork server loads for all workers of a local cluster, so that none of them loads it again."""

from . import sample  # noqa: F401
from .engines import without_versions

without_versions()
