import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createHttpServer, listen } from './http-server.ts'

test('a port that only root may open gets a message with the remedy', async () => {
  // Root may, and so may everybody in many containers: the system's answer is put in its place.
  const server = createServer()
  server.listen = () => {
    server.emit('error', Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES' }))
    return server
  }
  await expect(listen(server, 80, '127.0.0.1')).rejects.toMatchObject({
    name: 'Error',
    problems: ['PORT: 80 may not be opened by this user. Set one above 1023, and let a proxy in front pass on to it.'],
  })
})

test('a program that starts answers pages with a page, and calls with JSON, each with the time to try again', async () => {
  const { server, connections } = createHttpServer(false)
  const port = await listen(server, 0, '127.0.0.1')
  const look = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, answer.headers.get('retry-after'), (await answer.text()).split('\n').slice(0, 2).join('')]
  }
  expect(await look('/api/ready')).toEqual([503, '1', '{"detail":"The service is starting","code":"unavailable"}'])
  expect(await look('/mr/courses?q=reels')).toEqual([503, '1', expect.stringMatching(/^<!doctype html><html lang="mr/)])
  connections.close()
  server.closeAllConnections()
  server.close()
})
