/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates, namespaces, lambdas and functions inlined several levels deep. */
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace outer
{
namespace inner
{
static volatile unsigned sink;

inline unsigned __attribute__ ((always_inline))
deepest (unsigned n)
{
  sink = sink + n;
  return n * sink;
}

inline unsigned __attribute__ ((always_inline))
middle (unsigned n)
{
  unsigned result = 0;
  for (unsigned i = 0; i < n; i++)
    result += deepest (i);
  return result;
}

template <typename T, int N>
__attribute__ ((noinline)) T
sum (const std::vector<T> &values)
{
  T total = N;
  for (const T &value : values)
    total += value + middle (N);
  return total;
}
}

class Shape
{
public:
  explicit Shape (int sides) : sides (sides) {}
  virtual ~Shape () {}
  virtual int area (int scale) const;
  int
  twice (int scale) const
  {
    return area (scale) * 2;
  }
  static Shape make (int n);

private:
  int sides;
};

__attribute__ ((noinline)) int
Shape::area (int scale) const
{
  return sides * scale + inner::middle (sides);
}

__attribute__ ((noinline)) Shape
Shape::make (int n)
{
  return Shape (n + 3);
}
}

template <typename F>
__attribute__ ((noinline)) static int
apply (F function, int n)
{
  int result = 0;
  for (int i = 0; i < n; i++)
    result += function (i);
  return result;
}

static int
words (const char *text)
{
  std::map<std::string, int> counts;
  std::string word;

  for (const char *c = text; *c; c++)
    if (*c == ' ')
      counts[word]++, word.clear ();
    else
      word += *c;
  return static_cast<int> (counts.size ());
}

int
main (int argc, char **)
{
  std::vector<unsigned> values{ 5, 3, 8, 1 };
  outer::Shape shape = outer::Shape::make (argc);
  int base = argc;

  std::sort (values.begin (), values.end ());
  int result = apply ([base] (int i) { return base * i + (int) outer::inner::middle (i); }, 10);
  std::printf ("%u %d %d %d\n", outer::inner::sum<unsigned, 7> (values), shape.twice (argc), result,
               words ("a few words and a few more "));
  return 0;
}
