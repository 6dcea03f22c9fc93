import decodeQr from 'qr/decode.js'

const everyMs = 200

/** Reads codes from a playing video until the answered function is called. */
export function readCode(video: HTMLVideoElement, found: (text: string) => void): () => void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const look = () => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0) return
    canvas.width = width
    canvas.height = height
    context.drawImage(video, 0, 0)
    const text = decoded(context.getImageData(0, 0, width, height))
    if (text !== null) found(text)
  }
  const timer = setInterval(look, everyMs)
  return () => clearInterval(timer)
}

/** The text of a picture's code; null: there is none, or it cannot be read. */
function decoded(image: ImageData): string | null {
  try {
    return decodeQr(image)
  } catch {
    return null
  }
}
