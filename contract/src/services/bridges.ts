/** How CoursePro reaches a tenant's own booking system [SVC-07]; shown by `bridgeLabel`. */
export const BRIDGES = ['standalone', 'gladstone', 'xnrest', 'legend', 'openplay'] as const;

/** Said when CoursePro is added without a bridge [SVC-09]. */
export const NO_BRIDGE = 'Please select a bridge';
/** Said when a service that has a database is added without one. */
export const NO_DATABASE = 'Please select a database';
