import { Agent, request } from 'node:http'

/*
 * Reads at a constant rate from a process of its own, which nothing else delays.
 * Each message of the parent starts or ends a phase; the times of the phase are the answer.
 */

type Start = { url: string; key: string; paths: string[]; perSecond: number }

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
let times: number[] = []
const failed: string[] = []
let timer: NodeJS.Timeout | undefined
let inFlight = 0

function read({ url, key, paths }: Start, n: number) {
  const began = performance.now()
  inFlight++
  const sent = request(
    url + paths[n % paths.length]!,
    { agent, headers: { authorization: `Bearer ${key}` } },
    (reply) =>
      reply.resume().on('end', () => {
        inFlight--
        if (reply.statusCode === 200) times.push(performance.now() - began)
        else failed.push(`${paths[n % paths.length]}: ${reply.statusCode}`)
      }),
  )
  sent.on('error', (error) => {
    inFlight--
    failed.push(error.message)
  })
  sent.end()
}

process.on('message', (message: Start | 'end') => {
  if (message !== 'end') {
    times = []
    let n = 0
    timer = setInterval(() => read(message, n++), 1000 / message.perSecond)
    return
  }
  clearInterval(timer)
  const finish = () => (inFlight > 0 ? void setTimeout(finish, 10) : void process.send!({ times, failed }))
  finish()
})
process.on('disconnect', () => process.exit())
