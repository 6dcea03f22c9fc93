import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../database/database-fault.ts'

const doorIn = (dataDir: string): string => join(dataDir, 'server.sock')

/** Does what a command of this machine asks for and answers what the command tells; a rejection's message is told too. */
type Answer = (asked: string) => Promise<string>

/**
 * The door through which commands of this machine reach a server on the embedded database, over a socket that only its own user may
 * open: the folder is held by one process, so whoever wants something of it asks that one.
 */
export class LocalDoor {
  private readonly answers = new Map<string, Answer>()

  private constructor(readonly close: () => void) {}

  static async open(dataDir: string): Promise<LocalDoor> {
    const place = doorIn(dataDir)
    rmSync(place, { force: true })
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      let text = ''
      socket.setEncoding('utf8')
      socket.on('error', () => socket.destroy())
      socket.on('data', (more: string) => {
        text += more
      })
      socket.on('end', () => {
        door.answer(text).then(
          (done) => socket.end(JSON.stringify({ done })),
          (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
        )
      })
    })
    const door = new LocalDoor(() => {
      server.close()
      rmSync(place, { force: true })
    })
    // a folder whose name is too long for a socket has no such door; the command says so
    await new Promise<void>((done) => server.once('error', () => done()).listen(place, done))
    if (existsSync(place)) chmodSync(place, 0o600)
    return door
  }

  /** Has what comes under a name answered from now on. */
  on(name: string, answer: Answer): void {
    this.answers.set(name, answer)
  }

  private async answer(text: string): Promise<string> {
    const { name, asked } = JSON.parse(text) as { name: string; asked: string }
    const answer = this.answers.get(name)
    if (!answer) throw new Error('it is of another version, or still starting')
    return answer(asked)
  }
}

/** Asks the server that holds a folder; resolves with what it answers, and rejects with a StartError that names why not. */
export function askServer(dataDir: string, name: string, asked: string): Promise<string> {
  return new Promise((done, reject) => {
    let answer = ''
    const socket = connect(doorIn(dataDir), () => socket.end(JSON.stringify({ name, asked })))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error) =>
      reject(new StartError(`The running server cannot be asked (${error.message}). Stop it first.`)),
    )
    socket.on('end', () => {
      const told = answer === '' ? { failed: 'it has ended.' } : (JSON.parse(answer) as Told)
      if (told.done !== undefined) done(told.done)
      else reject(new StartError(`The running server could not do it: ${told.failed}`))
    })
  })
}

interface Told {
  done?: string
  failed?: string
}
