package statistics

import (
	"math"
	"testing"
)

// R: w <- 1/(1 + 0.2*r); rho <- w*(1 - 0.4*q)*t + (1 - w)*q^2; rho/(1 - rho)
func TestDesignC(t *testing.T) {
	near(t, "400 of 1066 rows tested", Design{400. / 666, 400. / 1066, 666. / 1066}.C(), 0.414699782813648, 1e-9)
	near(t, "ten folds", Design{1. / 9, 0, 0.9}.C(), 0.0179243195397211, 1e-9)
	near(t, "where what repeats share is not known", Design{0.5, math.NaN(), 1}.C(), 0.5, 0)
	near(t, "costs of ten folds", Design{1. / 9, 0, 0.9}.OfTraining(), 1./9, 1e-12)
	near(t, "costs where a fifth is trained on", Design{4, 0.8, 0.2}.OfTraining(), 0.25, 1e-12)
}
