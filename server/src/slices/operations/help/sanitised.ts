const tags = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'code', 'abbr', 'span'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/** HTML of which only the marks of a text are left: no script, style, picture, form, event handler or strange link. */
export async function sanitised(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: { a: ['href', 'title', 'rel'], '*': ['lang'], th: ['scope'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      // the page has a heading of its own
      h1: 'h2',
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    },
  }).trim()
}
