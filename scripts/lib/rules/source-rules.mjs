import { ocppNames, roamingNames } from '../reading/ocpp-names.mjs'
import { lineAt, readable } from '../reading/source-text.mjs'
import { isCode, isTest, readFiles } from '../reading/sources.mjs'

const ours = /^(units|contract|ocpp|simulator|payment-sandbox|server|web|e2e|bench|scripts)\//

/**
 * What the code says in one place only. `within` are the files that a rule looks at, `except` those that may, and why;
 * `strings` makes it look inside strings as well, `ofOcpp` keeps of what is found the names in OCPP's schemas.
 */
const rules = [
  {
    pattern: /\bprocess\.env\b/g,
    within: (path) =>
      /^(units|contract|ocpp|simulator|payment-sandbox|server|web)\//.test(path) && !isTest(path),
    except: {
      'server/src/config/config.ts': 'the only reader of the environment',
      'server/src/main.ts': 'hands it to config.ts',
      'server/src/operate/backup.ts': 'hands it to config.ts',
      'server/src/operate/create-administrator.ts': 'hands it to config.ts',
      'server/src/operate/full-export.ts': 'hands it to config.ts',
      'server/src/operate/migrate.ts': 'hands it to config.ts',
      'server/src/operate/rebuild-totals.ts': 'hands it to config.ts',
      'server/src/operate/take-over.ts': 'hands it to config.ts',
      'server/src/slices/money/providers/adapters/sandbox-process.ts': 'hands it to the payment sandbox',
      'simulator/src/cli.ts': 'a program of its own',
      'payment-sandbox/src/cli.ts': 'a program of its own',
      'web/vite.config.ts': 'runs at build time',
    },
    message: 'only server/src/config/config.ts reads the environment',
  },
  {
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/g,
    within: (path) => path.startsWith('server/src/') && !isTest(path),
    except: { 'server/src/platform/general/clock.ts': 'the only clock' },
    message: 'only platform/general/clock.ts knows the time: take it as an argument',
  },
  {
    pattern:
      /(?:\bclock\.now|\bnew Date)\(\)\.(?:toISOString\(\)\.slice\(0, (?:7|8|10)\)|get(?:UTC)?(?:FullYear|Month|Date)\(\))/g,
    within: (path) => /^(server\/src\/story|e2e)\//.test(path),
    except: {
      'e2e/stories/partners/paid-to-the-owner.spec.ts': 'its network lives where it is mid-morning',
    },
    message:
      'today is a day of the network’s clock, which after 21:00 UTC is another: dayOf, or businessDay of e2e',
  },
  {
    pattern: /\brequest\.ips?\b|\bsocket\.remoteAddress\b|\bx-forwarded-\w+/g,
    strings: true,
    within: (path) => path.startsWith('server/src/') && !isTest(path),
    except: { 'server/src/platform/listeners/proxies.ts': 'knows the proxies before the server' },
    message: 'only platform/listeners/proxies.ts tells whom a request is from: request.remoteAddress',
  },
  {
    pattern: /\.transaction\(/g,
    within: (path) => path.startsWith('server/src/') && !isTest(path),
    except: {
      'server/src/platform/database/migrating/migrate.ts': 'stays on the connection that holds its lock',
    },
    message: 'inTransaction of platform/database/transaction.ts sends queries together',
  },
  {
    pattern: /\bIntl\.(?:Number|DateTime)Format\b|\.toLocale\w*String\(/g,
    within: (path) => /^(units|contract|server|web)\//.test(path) && !isTest(path),
    except: {
      'units/src/writing.ts': 'says how each language writes figures, days and times',
      'units/src/time.ts': 'reads clocks of time zones',
    },
    message: 'units/src/writing.ts writes figures, days and times',
  },
  {
    pattern: /'ocpp[12]\.[\d.]+'/g,
    strings: true,
    within: (path) => /^(units|contract|server|web)\//.test(path) && !isTest(path),
    except: {
      'server/src/slices/operations/demo/locations.ts': 'decides what the stations of the demo network speak',
    },
    message: 'protocol versions end at the translators in ocpp/',
  },
  {
    pattern: /\b\w+\b/g,
    ofOcpp: true,
    strings: true,
    within: (path) =>
      /^(server\/src\/slices|web\/src)\//.test(path) && !isTest(path) && !ofOtherSystems.test(path),
    except: {
      'server/src/slices/public/network/datex/sites.ts': 'evseId is a type of identifier in DATEX II too',
    },
    message: 'messages and fields of OCPP end at the translators in ocpp/',
  },
  {
    pattern: /\b(?:const|let)\s+[A-Z][A-Z\d_]*\b/g,
    within: () => true,
    except: { 'units/src/time.ts': 'units of time are written as signs of units are' },
    message: 'constants are written like everything else: pageSize, not PAGE_SIZE',
  },
  {
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/g,
    comments: true,
    within: (path) => path !== 'scripts/lib/rules/source-rules.mjs',
    except: {},
    message: 'do it now or open an issue',
  },
]

/** What reads the tables of other systems, whose columns may be called as OCPP's fields are. */
const ofOtherSystems = /^server\/src\/slices\/operations\/takeover\/sources\//

/** What speaks with partners in the words of the model of OCPI. */
const ofRoaming = /^server\/src\/slices\/roaming\//

/** Lines of a file. */
export const longest = 400

/** Checks every source file of the repository; gives one line for each place that breaks a rule. */
export function brokenRules(folder) {
  const broken = []
  const ocpp = ocppNames(folder)
  const roaming = roamingNames(folder)
  const isOcpp = (name, path) => ocpp.has(name) && !(ofRoaming.test(path) && roaming.has(name))
  for (const { path, source } of readFiles(folder, (path) => ours.test(path) && isCode(path))) {
    const { code, text } = readable(source, path)
    for (const rule of rules.filter((r) => r.within(path) && !(path in r.except))) {
      const looked = rule.comments ? source : rule.strings ? text : code
      for (const match of looked.matchAll(rule.pattern)) {
        if (rule.ofOcpp && !isOcpp(match[0], path)) continue
        broken.push(`${path}:${lineAt(looked, match.index)}: ${match[0]}: ${rule.message}`)
      }
    }
    const lines = source.split('\n').length - 1
    if (lines > longest) broken.push(`${path}:${longest}: ${lines} lines; a file has ${longest} at most`)
  }
  return broken
}
