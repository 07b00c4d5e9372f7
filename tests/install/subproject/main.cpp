#include <condyle/condyle.h>

int main() { return condyle::mesh::make_box({1, 1, 1}).triangles.size() == 12 ? 0 : 1; }
