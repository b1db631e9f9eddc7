/* sine.h -- sines of degrees, the same on every machine. */
#ifndef ART_SINE_H
#define ART_SINE_H

double art_sine(double degrees);
double art_sine_cos(double degrees);

#endif
