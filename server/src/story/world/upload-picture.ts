import type { ErrorAnswer, Role } from '@stationmaster/contract'
import type { Office } from './office.ts'

/** The body of a form with one file, whatever the file holds. */
export function formOf(bytes: Buffer, filename = 'me.JPG') {
  const boundary = 'part-of-a-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Uploads a picture as a role's demo account. */
export async function uploadPicture<T>(office: Office, role: Role, path: string, bytes: Buffer) {
  const { type, body } = formOf(bytes)
  const answer = await office.app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${await office.tokenOf(role)}`, 'content-type': type },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json<T & ErrorAnswer>() }
}
