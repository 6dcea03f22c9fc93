import account from './public/account.json'
import pay from './public/pay.json'

/** The texts of a driver's own account. */
export default { account, pay }
