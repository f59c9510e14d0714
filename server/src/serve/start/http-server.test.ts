import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './http-server.ts'

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
