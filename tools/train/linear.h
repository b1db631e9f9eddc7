/* linear.h -- equations that the tools of the weights solve. */
#ifndef LINEAR_H
#define LINEAR_H

/* Solve a b = g for b by elimination; `a`, whose rows are `width` long, is symmetric and
 * positive. What was in `a` and `g` is used up. */
static inline void linear_solve(int n, int width, double *a, double *g, double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double f = a[j * width + i] / a[i * width + i];
            for (int k = i; k < n; k++) a[j * width + k] -= f * a[i * width + k];
            g[j] -= f * g[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        b[i] = g[i];
        for (int k = i + 1; k < n; k++) b[i] -= a[i * width + k] * b[k];
        b[i] /= a[i * width + i];
    }
}

#endif
