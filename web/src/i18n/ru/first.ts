import common from './common/common.json'
import errors from './common/errors.json'
import layout from './common/layout.json'
import rules from './common/rules.json'
import units from './common/units.json'
import auth from './people/auth.json'
import landing from './public/landing.json'
import pub from './public/public.json'

/** The texts of the start page, log-in, sign-up and mailed links; all others come with the other pages. */
export default { auth, common, errors, landing, layout, public: pub, rules, units }
