/* sine.h -- sines of degrees, the same on every machine. */
#ifndef ART_SINE_H
#define ART_SINE_H

double sin_deg(double degrees);
double cos_deg(double degrees);

#endif
