/** Yields the data of each server-sent event of a body; comments and other fields are skipped. `onPart`: something came. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onPart?: () => void,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  let data: string[] = []
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      onPart?.()
      const lines = (rest + value).split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
        else if (line === '' && data.length > 0) {
          yield data.join('\n')
          data = []
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
