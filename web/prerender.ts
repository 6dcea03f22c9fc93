import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, defaultServerConditions, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** What src/prerender.tsx exports, which is not for the compiler of the build. */
interface Prerendered {
  path: string
  language: string
  description: string
  title: string
  html: string
}

/** The modules of pages, of which a page names the files, so that they come at once and not one after the other. */
const modulesOf: Record<string, string[]> = {
  '/': ['layout/public/public-layout.tsx', 'pages/landing/landing-page.tsx', 'i18n/*/first.ts'],
  '/login': ['layout/public/public-layout.tsx', 'pages/login/log-in-page.tsx', 'i18n/*/first.ts'],
  '/signup': ['layout/public/public-layout.tsx', 'pages/login/sign-up-page.tsx', 'i18n/*/first.ts'],
  '/dashboard': ['layout/app-layout.tsx', 'pages/dashboard/dashboard-page.tsx', 'i18n/*/index.ts'],
}

/**
 * Writes the first pages of visitors whole, `pages/<language>/<path>.html`, so that they are seen before anything runs. The
 * application takes their place (routes/root.tsx); the start page loads it for those who do something there (public/awake.js).
 * Of the dashboard its frame and head are drawn into the shell that all other pages have.
 */
export const prerender = (config: InlineConfig): Plugin => ({
  name: 'prerender',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const template = await readFile(join(dir, 'index.html'), 'utf8')
    const write = async (language: string, path: string, html: string) => {
      const file = join(dir, 'pages', language, `${path.slice(1) || 'index'}.html`)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, html)
    }
    for (const page of await draw(config))
      await write(
        page.language,
        page.path,
        drawnOver(inLanguage(template, page.language, page.path, bundle), page),
      )
  },
})

async function draw(config: InlineConfig): Promise<Prerendered[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'stationmaster-prerender-'))
  try {
    await build({
      ...config,
      configFile: false,
      logLevel: 'error',
      build: { ...config.build, ssr: 'src/prerender.tsx', outDir, minify: false, copyPublicDir: false },
      ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
    })
    const built = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    return await built.prerender()
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/** The page that all addresses share, in a language and with the files of one. */
function inLanguage(template: string, language: string, path: string, bundle: Rolldown.OutputBundle): string {
  const { styles, scripts } = filesOf(
    modulesOf[path]!.map((module) => module.replace('*', language)),
    bundle,
  )
  const links = [
    ...fontsOf(language, path, bundle).map(
      (font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
    ),
    ...styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}" />`),
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}" />`),
  ].filter((link) => !template.includes(/href="[^"]+"/.exec(link)![0]))
  return template
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
}

const screen = '<!-- screen -->'
const shell = /<div id="shell"[\s\S]*<!-- shell -->/
const script = /<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g
const settings = /<link rel="preload" href="\/api[^>]*>/

/** A page with what is seen of it. */
function drawnOver(page: string, { path, description, title, html: drawn }: Prerendered): string {
  const asleep = path === '/'
  const { html, css } = withoutStyleAttributes(drawn)
  const styled = page.replace('</head>', () => `  <style>${css}</style>\n  </head>`)
  if (path === '/dashboard')
    return scriptsLast(styled.replace(screen, () => `<div class="screen">${html}</div>`))
  const whole = styled
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
  const entry = /<script type="module"[^>]*src="([^"]+)"/.exec(page)![1]!
  return whole
    .replace(settings, '')
    .replaceAll(script, '')
    .replace('</head>', () => `  <script defer src="/awake.js" data-entry="${entry}"></script>\n  </head>`)
}

/** The files that modules of the application are in, or need at once. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): { styles: string[]; scripts: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const holding = (module: string) =>
    chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(`/src/${module}`)),
    )!
  const needed = new Set(modules.map(holding))
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
  return {
    styles: [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    scripts: [...needed].map(({ fileName }) => fileName),
  }
}

/** The letters of the language, and the sign that stands beside the office's amounts: what comes later lays the page out once more. */
function fontsOf(language: string, path: string, bundle: Rolldown.OutputBundle): string[] {
  const wanted = ['inter-latin-wght']
  if (language === 'ru') wanted.push('inter-cyrillic-wght')
  if (path === '/dashboard') wanted.push('inter-rouble-wght')
  return Object.keys(bundle).filter((file) => wanted.some((name) => file.includes(name)))
}

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
  const scripts = page.match(script)!.join('')
  return page
    .replaceAll(script, '')
    .replace('</body>', () => `  <template id="later">${scripts}</template>\n  </body>`)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
