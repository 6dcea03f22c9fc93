import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../database/database-fault.ts'

const socketIn = (dataDir: string): string => join(dataDir, 'server.sock')

/** Carries out a command given on this machine; resolves with what the command prints. A rejection's message is printed too. */
type Answer = (body: string) => Promise<string>

/**
 * The socket through which commands on this machine reach a server with the embedded database. Only one process can hold that database's
 * folder, so a command asks the process that does. Only the server's own user may open the socket.
 */
export class ControlSocket {
  private readonly answers = new Map<string, Answer>()

  private constructor(readonly close: () => void) {}

  static async open(dataDir: string): Promise<ControlSocket> {
    const place = socketIn(dataDir)
    rmSync(place, { force: true })
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      let text = ''
      socket.setEncoding('utf8')
      socket.on('error', () => socket.destroy())
      socket.on('data', (more: string) => {
        text += more
      })
      socket.on('end', () => {
        controlSocket.answer(text).then(
          (done) => socket.end(JSON.stringify({ done })),
          (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
        )
      })
    })
    const controlSocket = new ControlSocket(() => {
      server.close()
      rmSync(place, { force: true })
    })
    // a folder with too long a name has no socket; the command says so
    await new Promise<void>((done) => server.once('error', () => done()).listen(place, done))
    if (existsSync(place)) chmodSync(place, 0o600)
    return controlSocket
  }

  /** Sets who answers commands of a name. */
  on(name: string, answer: Answer): void {
    this.answers.set(name, answer)
  }

  private async answer(text: string): Promise<string> {
    const { name, asked: body } = JSON.parse(text) as Message
    const answer = this.answers.get(name)
    if (!answer) throw new Error('it is of another version, or still starting')
    return answer(body)
  }
}

/** Sends a command to the server that holds a folder; resolves with its answer, rejects with a StartError that says why it failed. */
export function askServer(dataDir: string, name: string, body: string): Promise<string> {
  return new Promise((done, reject) => {
    let answer = ''
    const socket = connect(socketIn(dataDir), () =>
      socket.end(JSON.stringify({ name, asked: body } satisfies Message)),
    )
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error) =>
      reject(new StartError(`The running server cannot be asked (${error.message}). Stop it first.`)),
    )
    socket.on('end', () => {
      const reply = answer === '' ? { failed: 'it has ended.' } : (JSON.parse(answer) as Reply)
      if (reply.done !== undefined) done(reply.done)
      else reject(new StartError(`The running server could not do it: ${reply.failed}`))
    })
  })
}

/** The names of the fields are those of every version: a command may reach a server that runs an older one. */
interface Message {
  name: string
  asked: string
}

interface Reply {
  done?: string
  failed?: string
}
