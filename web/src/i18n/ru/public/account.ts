import account from './account.json'
import pay from './pay.json'

/** The texts of a driver's own account. */
export default { account, pay }
