import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'
import type { Db, Tx } from './schema.ts'

const folder = '/api/v1/files/'
const namePattern = /^[A-Za-z0-9_-]{22}$/

/** Keeps a file and answers its address, of 128 random bits: who has it may read the file, nobody can guess it. */
export async function insertFile(
  tx: Tx,
  { contentType, bytes, createdAt }: { contentType: string; bytes: Buffer; createdAt: Date },
): Promise<string> {
  const name = randomBytes(16).toString('base64url')
  await tx
    .insertInto('files')
    .values({ name, content_type: contentType, bytes, created_at: createdAt })
    .execute()
  return folder + name
}

/** Removes a file by its address; an address that is not one of ours changes nothing. */
export async function removeFile(tx: Tx, address: string | null): Promise<void> {
  if (!address?.startsWith(folder)) return
  await tx.deleteFrom('files').where('name', '=', address.slice(folder.length)).execute()
}

/** Serves GET /api/v1/files/{name} to everybody: a picture's tag cannot send a token. What has a name never changes. */
export function serveFiles(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { name: string } }>(
    `${folder}:name`,
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { name } = request.params
      const file = namePattern.test(name)
        ? await db
            .selectFrom('files')
            .select(['content_type', 'bytes'])
            .where('name', '=', name)
            .executeTakeFirst()
        : undefined
      if (!file) throw new Failure('file.not_found')
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type(file.content_type)
        .send(file.bytes)
    },
  )
}
