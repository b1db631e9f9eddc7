/* sine.c -- sines of degrees, the same on every machine. */
#include "sine.h"

#include <math.h>

double art_sine(double degrees)
{
    double x, x2;

    degrees -= 360 * floor(degrees / 360 + 0.5);
    if (degrees > 90) degrees = 180 - degrees;
    if (degrees < -90) degrees = -180 - degrees;
    x = degrees * (3.14159265358979 / 180);
    x2 = x * x;
    return x *
           (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110)))));
}

double art_sine_cos(double degrees)
{
    return art_sine(degrees + 90);
}
