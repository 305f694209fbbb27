# Included by llama.cpp's own project() call. A cache entry would be overwritten by llama-cpp-python's CMakeLists;
# a normal variable wins. The library left out (about 40 slow C++ files) is never loaded from Python.
set(LLAMA_BUILD_COMMON OFF)
