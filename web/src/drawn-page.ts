/** What of a page is drawn before the application runs. */
export interface DrawnPage {
  /** what a search engine shows of the page */
  description: string
  title: string
  html: string
}

const screenMark = '<!-- screen -->'
const shell = /<div id="shell"[\s\S]*<!-- shell -->/
const script = /<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g
const settings = /<link rel="preload" href="\/api[^>]*>/

interface Drawing {
  /** the application is loaded once somebody does something there (public/awake.js); else as soon as the page is seen */
  asleep: boolean
  /** asleep, it is loaded by itself after so many seconds: what the page shows grows old */
  wakeAfterSeconds?: number
}

/** A page with what is seen of it. */
export function drawnOver(
  page: string,
  { description, title, html: drawn }: DrawnPage,
  { asleep, wakeAfterSeconds }: Drawing,
): string {
  const { html, css } = withoutStyleAttributes(drawn)
  const whole = styled(page, css)
    .replace(/(<meta name="description" content=")[^"]*/, (_, begin: string) => begin + escaped(description))
    .replace(/(<title>)[^<]*/, (_, begin: string) => begin + escaped(title))
    .replace(
      shell,
      () => `<div id="shell" class="open"${asleep ? '' : ' inert'}>${html}<i id="drawn"></i></div>`,
    )
  // what is seen comes before what runs, and whole: half a card stands elsewhere
  if (!asleep)
    return scriptsLast(whole).replace(
      '</title>',
      '</title>\n    <link rel="expect" href="#drawn" blocking="render" />',
    )
  // every page that the build makes has its entry
  const entry = /<script type="module"[^>]*src="([^"]+)"/.exec(page)![1]!
  const after = wakeAfterSeconds ? ` data-after="${wakeAfterSeconds}"` : ''
  return whole
    .replace(settings, '')
    .replaceAll(script, '')
    .replace(
      '</head>',
      () => `  <script defer src="/awake.js" data-entry="${entry}"${after}></script>\n  </head>`,
    )
}

/** A page of the office with the head of its screen. */
export function drawnInto(page: string, drawn: string): string {
  const { html, css } = withoutStyleAttributes(drawn)
  return scriptsLast(styled(page, css).replace(screenMark, () => `<div class="screen">${html}</div>`))
}

const styled = (page: string, css: string) =>
  page.replace('</head>', () => `  <style>${css}</style>\n  </head>`)

/** Moves style attributes into a style sheet: the content policy refuses them in HTML. */
function withoutStyleAttributes(html: string): { html: string; css: string } {
  const styles: string[] = []
  const moved = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  const rules = styles.map(
    (style, index) =>
      `#shell [data-style="${index}"]{${style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')}}`,
  )
  return { html: moved, css: rules.join('') }
}

/** What is seen first does not wait for what runs: that is held back until then (public/theme.js). */
function scriptsLast(page: string): string {
  // the page has scripts
  const scripts = page.match(script)!.join('')
  return page
    .replaceAll(script, '')
    .replace('</body>', () => `  <template id="later">${scripts}</template>\n  </body>`)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
