/** What people choose most, without the digits and signs around it. */
const words = new Set(
  `password passwort parol pass passwd passcode qwerty qwertyuiop qwertz qwertzuiop azerty asdfgh asdfghjkl yxcvbnm zxcvbnm
  qazwsx qazwsxedc abc abcd abcde abcdef abcdefg welcome willkommen letmein login admin administrator root user guest test
  testing tester demo master secret geheim change changeme default iloveyou love lovely forever hello hallo halloween
  sunshine sommer summer winter spring autumn herbst monkey dragon tiger lion eagle shadow princess prinzessin prince king
  queen angel engel baby babygirl football fussball fußball soccer baseball basketball hockey superman batman spiderman
  pokemon starwars matrix computer internet samsung google android iphone windows michael michelle jordan jennifer jessica
  daniel thomas andrea alexander sascha schatz schatzi liebe hund katze berlin hamburg moskva moscow deutschland germany
  russia rossiya natasha marina nastya sergey andrey dima maxim vladimir privet lubov solnce flower cookie cheese chocolate
  pepper ginger money freedom whatever trustno fuckyou asshole hunter killer ranger charlie freddy buster harley maggie
  company office station stationmaster charge charging charger tesla strom laden ladestation energy electric
  пароль привет любовь люблю солнце солнышко йцукен йцукенгшщзхъ фывапролджэ ячсмить админ администратор гость тест
  россия москва наташа марина настя сергей андрей дима максим владимир саша маша кошка котенок собака лето зима весна
  осень зарядка станция секрет`.split(/\s+/),
)

/** Walks over the keyboard that mix letters and digits. */
const walks = [
  '1q2w3e4r5t6y',
  'q1w2e3r4t5y6',
  '1qaz2wsx3edc',
  'zaq12wsx',
  'zaq1xsw2',
  '1й2ц3у4к5е6н',
  'й1ц2у3к4е5',
]
/** Rows on which neighbours are no better than a sequence. */
const rows = [
  'qwertzuiop',
  'qwertyuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1234567890',
]

const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const undisguised = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => disguises[sign] ?? sign)

/**
 * Whether a password is easy to guess, because many people choose such a one: a common word, or one of the person's own words, with
 * digits around it, a sequence, a walk over the keyboard, or a repetition.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = password.toLowerCase()
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const cores = [core, undisguised(core), undisguised(text.replace(/[\d\W_]+$/u, '')), undisguised(text)]
  const known = new Set(own.flatMap(partsOf).filter((part) => part.length > 2))
  if (cores.some((one) => words.has(one) || known.has(one))) return true
  if (/^(.{1,5})\1+$/u.test(text) || /^(.{1,5})\1+$/u.test(core)) return true
  if (walks.some((walk) => text.length >= 6 && walk.startsWith(text.replace(/\W+$/u, '')))) return true
  return runsOf(text) <= 2
}

/** A name or an address and its parts: `nina.orlova@people.example` is nina and orlova too. */
const partsOf = (text: string): string[] => {
  const [name = ''] = text.toLowerCase().split('@')
  return [name, ...name.split(/[^\p{L}]+/u)]
}

/** How many sequences a text is made of: `abc12345` of two. */
function runsOf(text: string): number {
  const letters = [...text]
  let runs = 1
  let step: string | undefined
  for (let at = 1; at < letters.length; at++) {
    // `at` lies within the letters
    const next = stepOf(letters[at - 1]!, letters[at]!)
    if (next === undefined || (step !== undefined && next !== step)) {
      runs += 1
      step = undefined
    } else step = next
  }
  return runs
}

/** How two letters follow each other, if they do: the same, up or down the alphabet, or along a row of keys. */
function stepOf(before: string, after: string): string | undefined {
  // both are one letter
  const step = after.codePointAt(0)! - before.codePointAt(0)!
  if (Math.abs(step) <= 1) return String(step)
  for (const row of rows) {
    const way = row.indexOf(after) - row.indexOf(before)
    if (row.includes(before) && row.includes(after) && Math.abs(way) === 1) return `row ${way}`
  }
  return undefined
}
