import charge from './public/charge.json'
import pay from './public/pay.json'

/** The texts of a station's page for drivers, which the server draws. */
export default { charge, pay }
