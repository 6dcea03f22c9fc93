import auth from './auth.json'
import common from './common.json'
import errors from './errors.json'
import landing from './landing.json'
import layout from './layout.json'
import pub from './public.json'
import units from './units.json'

/** The texts of the start page, log-in and sign-up; all others come with the other pages. */
export default { auth, common, errors, landing, layout, public: pub, units }
