import pay from './pay.json'

/** The texts of the drivers' page: a phone waits for them, so they come without those of the office. */
export default { pay }
