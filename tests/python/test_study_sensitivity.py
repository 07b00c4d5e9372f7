"""Results of studies equal closed forms: indices and quantiles of a product of two random numbers."""

import re

import numpy as np
import pytest

import condyle
from study_support import STUDY, peak_pressure, require_worlds, study, write

for library in ("scipy", "pandas", "matplotlib"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()

from condyle.study.bootstrap import with_intervals  # noqa: E402
from condyle.study.design import unit_points  # noqa: E402
from condyle.study.plots import scatter_figure  # noqa: E402
from condyle.study.sensitivity import sobol_indices  # noqa: E402
from condyle.study.study_file import study_of  # noqa: E402

SEED = 20


def indices_of_product():
    """First-order and total indices of modulus times height, which are uniform and independent.

    With means m and variances v: V = v1 m2^2 + v2 m1^2 + v1 v2, where the last term is that of both together.
    """
    m = np.array([np.mean(p["uniform"]) for p in STUDY["parameters"]])
    v = np.array([np.ptp(p["uniform"]) ** 2 / 12 for p in STUDY["parameters"]])
    alone, both = v * m[::-1] ** 2, v.prod()
    variance = alone.sum() + both
    return alone / variance, (alone + both) / variance


def share_below(pressure):
    """Probability of a smaller peak pressure [Pa]: the mean over heights of the probability at each height."""
    heights = np.linspace(-3e-4, -1e-4, 20_001)
    modulus = pressure / peak_pressure(1.0, heights)
    return np.clip((modulus - 2e6) / 6e6, 0, 1).mean()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    print("seed", SEED)
    folder = tmp_path_factory.mktemp("saltelli")
    content = study(design={"kind": "saltelli", "samples": 256, "seed": SEED})
    condyle.study.run(write(folder, content), folder / "out", workers=0)
    return folder / "out"


@pytest.fixture(scope="module")
def peak(folder):
    """The sensitivities of the peak pressure."""
    return condyle.study.sensitivities(folder).query("outcome == 'peak'")


@pytest.fixture(scope="module")
def page(folder):
    return condyle.study.report(folder).read_text()


def test_every_sample_is_the_closed_form(folder):
    frame = condyle.study.load(folder)
    assert len(frame) == 4 * 256 and (frame["status"] == "done").all()
    assert frame["peak"].to_numpy() == pytest.approx(peak_pressure(frame["modulus"], frame["height"]), rel=1e-9)


def test_indices_lie_in_their_intervals(peak):
    for index, closed in zip(("first", "total"), indices_of_product()):
        rows = peak[peak["index"] == index]
        assert rows["parameter"].tolist() == ["modulus", "height"]
        assert (rows["low"] <= closed).all() and (closed <= rows["high"]).all()
        assert rows["value"].to_numpy() == pytest.approx(closed, abs=0.02)
        assert (rows["high"] - rows["low"]).max() < 0.5


def test_rank_correlations_of_a_monotonous_outcome(folder, peak):
    ranks = peak[peak["index"] == "rank"].set_index("parameter")["value"]
    from scipy.stats import spearmanr

    frame = condyle.study.load(folder).iloc[:512]
    for name in ("modulus", "height"):
        assert ranks[name] == pytest.approx(spearmanr(frame[name], frame["peak"])[0], abs=1e-12)


def test_quantiles_lie_in_their_intervals(folder):
    from condyle.study.load import read_folder
    from condyle.study.summary import quantiles

    found = quantiles(read_folder(folder)[0], condyle.study.load(folder))
    found = found[found["outcome"] == "peak"].set_index("figure")
    assert found["value"]["mean"] == pytest.approx(peak_pressure(5e6, -2e-4), rel=0.01)
    for share in (5, 25, 50, 75, 95):
        row = found.loc[f"{share} %"]
        assert share_below(row["low"]) <= share / 100 <= share_below(row["high"])
        assert share_below(row["value"]) == pytest.approx(share / 100, abs=0.01)


def ishigami(x):
    """A function of three numbers whose indices are known; a = 7, b = 0.1 (Ishigami and Homma 1990)."""
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def outcomes_of_ishigami(folder, seed):
    content = study(design={"kind": "saltelli", "samples": 2048, "seed": seed},
                    parameters=[{**STUDY["parameters"][1], "name": name} for name in "abc"])
    made = study_of(content, folder / "study.json")
    u = unit_points(made.design, made.parameters, made.groups)
    return ishigami((2 * u - 1) * np.pi).reshape(-1, 2048).T


def test_estimators_on_a_function_that_is_not_monotonous(tmp_path):
    variance = 49 / 8 + 0.1 * np.pi**4 / 5 + 0.01 * np.pi**8 / 18 + 0.5
    first = np.array([0.5 * (1 + 0.1 * np.pi**4 / 5) ** 2, 49 / 8, 0]) / variance
    total = first + np.array([1, 0, 1]) * 0.01 * np.pi**8 * (1 / 18 - 1 / 50) / variance
    closed = np.concatenate([first, total])
    found = [with_intervals(sobol_indices, outcomes_of_ishigami(tmp_path, seed)) for seed in range(8)]
    for one in found:
        assert ((one.low <= closed) & (closed <= one.high)).all()
    # Some scramblings are off by 0.02 with as many samples, most by 0.003.
    assert np.mean([one.value for one in found], 0) == pytest.approx(closed, abs=0.005)


def test_correlated_parameters_count_as_one(tmp_path):
    content = study(design={"kind": "saltelli", "samples": 64, "seed": SEED},
                    correlations=[{"parameters": ["modulus", "height"], "matrix": [[1, 0.5], [0.5, 1]]}])
    condyle.study.run(write(tmp_path, content), tmp_path / "out", workers=0)
    found = condyle.study.sensitivities(tmp_path / "out").query("outcome == 'peak' and index != 'rank'")
    assert found["parameter"].tolist() == ["modulus + height"] * 2
    assert found["value"].to_numpy() == pytest.approx([1, 1], abs=0.1)  # nothing else varies


def test_failed_samples_are_left_out_with_their_rows(tmp_path):
    """Moduli below zero fail."""
    parameters = [{**STUDY["parameters"][0], "uniform": [-1e5, 8e6]}, STUDY["parameters"][1]]
    content = study(design={"kind": "saltelli", "samples": 128, "seed": SEED}, parameters=parameters)
    condyle.study.run(write(tmp_path, content), tmp_path / "out", workers=0)
    frame = condyle.study.load(tmp_path / "out")
    failed = (frame["status"] == "failed").sum()
    assert 0 < failed < 20
    found = condyle.study.sensitivities(tmp_path / "out").query("outcome == 'peak' and index == 'first'")
    m = np.array([4e6, -2e-4])  # means over the samples that remain
    v = np.array([(8e6) ** 2, (2e-4) ** 2]) / 12
    closed = v * m[::-1] ** 2 / ((v * m[::-1] ** 2).sum() + v.prod())
    assert found["value"].to_numpy() == pytest.approx(closed, abs=0.05)


def test_report_is_one_file(folder, page):
    assert page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>")
    assert page.count("data:image/png;base64,") == 2 * 5  # histogram, three tornados, scatter
    assert not re.search(r'(src|href)="(?!data:)', page)
    for words in ("peak [MPa]", "Total Sobol", "Rank correlation", "1024 samples (1024 done)", "Worst cases"):
        assert words in page, words


def test_report_speaks_millimetres_and_megapascals(folder, page):
    largest = condyle.study.load(folder)["peak"].max()  # [Pa]
    assert "[Pa]" not in page and f"<td>{largest / 1e6:.4g}</td>" in page


def test_labels_of_a_plot_do_not_overlap():
    rows = np.random.default_rng(SEED).uniform(0.006131, 0.006149, (30, 4))
    frame = pytest.importorskip("pandas").DataFrame(rows, columns=["thickness of the layer of the insert", "b", "c", "peak"])
    frame["word"] = ["a long name of a material", "another long name"] * 15
    figure = scatter_figure(frame, "peak", [name for name in frame if name != "peak"], {"peak": "MPa"})
    figure.canvas.draw()
    for axes in figure.axes:
        left, right = axes.get_xlim()
        shown = [text for text in axes.get_xticklabels() if left <= text.get_position()[0] <= right]
        boxes = [text.get_window_extent() for text in shown if text.get_rotation() == 0]
        assert all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:]))
        assert axes.xaxis.label.get_window_extent().width < 1.2 * axes.get_window_extent().width


def test_worst_cases_are_scenes_that_give_the_same_bits(folder, page):
    worst = condyle.study.load(folder)["peak"].sort_values(ascending=False)
    for rank in (1, 2, 3):
        run = condyle.Scene.load(folder / "worst" / f"1_peak_{rank}.json").simulate()
        assert run["plate_ball.peak_pressure"].max() == worst.iloc[rank - 1]


def test_reports_of_other_designs_and_of_little(tmp_path):
    for samples in (1, 12):
        content = study(design={"kind": "latin_hypercube", "samples": samples}, outcomes=STUDY["outcomes"][:1],
                        parameters=[*STUDY["parameters"], {"name": "colour", "path": "bodies/ball/name",
                                                           "discrete": {"values": ["ball"]}}])
        out = tmp_path / str(samples)
        condyle.study.run(write(tmp_path, content), out, workers=0)
        page = condyle.study.report(out).read_text()
        assert "Sobol" not in page and (samples == 1 or "Rank correlation" in page)
    assert condyle.study.report(out).read_text() == page


def test_a_parameter_of_numbers_and_words(tmp_path):
    """Such a parameter has no order, so no rank; nor has one whose values are digits as text."""
    thickness = {"name": "thickness", "path": "bodies/plate/meshes/0/layer/thickness",
                 "discrete": {"values": [0.003, "half_space", 0.004]}}
    digits = {"name": "digits", "path": "bodies/plate/meshes/0/name", "discrete": {"values": ["7"]}}
    content = study(design={"kind": "latin_hypercube", "samples": 6}, outcomes=STUDY["outcomes"][:1],
                    parameters=[STUDY["parameters"][1], thickness, digits],
                    set={"contacts/plate_ball/law": "elastic_layer", "contacts/plate_ball/casting/mesh": "7",
                         "bodies/plate/meshes/0/name": "7"})
    condyle.study.run(write(tmp_path, content), tmp_path / "out", workers=0)
    frame = condyle.study.load(tmp_path / "out")
    assert (frame["status"] == "done").all() and set(frame["thickness"]) == {0.003, "half_space", 0.004}
    found = condyle.study.sensitivities(tmp_path / "out")
    assert set(found["parameter"]) == {"height"} and set(found["index"]) == {"rank"}
    assert condyle.study.report(tmp_path / "out").read_text().count("data:image/png;base64,") == 3


def test_a_report_that_cannot_be_written(tmp_path):
    content = study(design={"kind": "latin_hypercube", "samples": 1}, outcomes=STUDY["outcomes"][:1])
    condyle.study.run(write(tmp_path, content), tmp_path / "out", workers=0)
    (tmp_path / "out" / "report.html").mkdir()
    with pytest.raises(condyle.InputError, match="report.html: Is a directory; allow writing to it"):
        condyle.study.report(tmp_path / "out")
