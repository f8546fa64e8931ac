/** From below to three times the demand that a rule sees: what it takes to be short seldom enough, and more. */
export const OTHERS_HEADROOMS = [-0.2, -0.1, 0, 0.07, 0.15, 0.25, 0.35, 0.5, 0.7, 1, 1.5, 2];
