/** A, to the tenth */
export const currentBounds = { min: 0, max: 10_000, decimals: 1 }
/** seconds after which a meter counts as silent */
export const ageBounds = { min: 5, max: 3600 }
/** percent of a fuse */
export const lossBounds = { min: 0, max: 50, decimals: 1 }
/** A to which a station rounds */
export const stepBounds = { min: 0.1, max: 10, decimals: 1 }
/** controllable devices behind one energy management */
export const deviceBounds = { min: 1, max: 1000 }
/** kW, to the watt */
export const kilowattBounds = { min: 0, max: 10_000, decimals: 3 }
/** groups of priority */
export const groupBounds = { min: 0, max: 9 }
