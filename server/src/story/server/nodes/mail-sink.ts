import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface Mail {
  to: string
  subject: string
}

/** A mail server that keeps who was sent what. */
export class MailSink {
  readonly mails: Mail[] = []
  /** whether whoever connects now waits in vain */
  isSilent = false
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    /** smtp://127.0.0.1:PORT */
    readonly url: string,
  ) {
    server.on('connection', (socket) => this.talk(socket))
  }

  static async open(): Promise<MailSink> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    return new MailSink(server, `smtp://127.0.0.1:${port}`)
  }

  to(address: string): Mail[] {
    return this.mails.filter(({ to }) => to === address)
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private talk(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.sockets.delete(socket))
    if (this.isSilent) return
    const answer = (line: string) => socket.write(`${line}\r\n`)
    let mail: Mail = { to: '', subject: '' }
    let isData = false
    answer('220 sink')
    createInterface(socket).on('line', (line) => {
      if (isData && line !== '.') {
        mail.subject ||= /^subject: (.*)/i.exec(line)?.[1] ?? ''
        return
      }
      if (isData) this.mails.push(mail)
      isData = line.toUpperCase() === 'DATA'
      if (isData) return answer('354 go on')
      const [, to] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? []
      if (to) mail = { to, subject: '' }
      answer(/^QUIT/i.test(line) ? '221 bye' : '250 ok')
    })
  }
}
