// Libraries that were loaded stay loaded to the end, where the leak sanitizer names those of the
// drivers, for its suppressions (drivers.supp).
extern "C" int dlclose(void*) { return 0; }
