import auth from './auth.json'
import common from './common.json'
import errors from './errors.json'
import landing from './landing.json'
import layout from './layout.json'
import pub from './public.json'
import rules from './rules.json'
import units from './units.json'

/** The texts of the start page, log-in, sign-up and mailed links; all others come with the other pages. */
export default { auth, common, errors, landing, layout, public: pub, rules, units }
