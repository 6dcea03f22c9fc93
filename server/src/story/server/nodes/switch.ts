import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Stands between stations and servers as a load balancer does: new connections go to the server it is set to. */
export class Switch {
  private readonly sockets = new Set<Socket>()
  private isHeld = false

  private constructor(
    private readonly server: Server,
    /** ws://127.0.0.1:PORT/ocpp */
    readonly url: string,
    private target: number,
  ) {
    server.on('connection', (socket) => this.carry(socket))
  }

  static async open(port: number): Promise<Switch> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port: own } = server.address() as { port: number }
    return new Switch(server, `ws://127.0.0.1:${own}/ocpp`, port)
  }

  /** From now on new connections go to another port; those that are there stay. */
  to(port: number): void {
    this.target = port
  }

  /** Forgets the connections without a word to either end: both believe to have them. */
  lose(): void {
    for (const socket of this.sockets) {
      socket.unpipe()
      socket.removeAllListeners('data')
      socket.pause()
    }
    this.isHeld = true
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  close(): void {
    this.cut()
    this.server.close()
  }

  private carry(socket: Socket): void {
    const onward = connect(this.target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(one)
      one.pipe(other)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        this.sockets.delete(one)
        if (!this.isHeld) other.destroy()
      })
    }
  }
}
