import { readFile } from 'node:fs/promises'
import { buildCourse, buildEnrolment, buildLesson } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import type { TestServer } from './server.ts'
import { tusClient } from './tus.ts'
import { uploadMedia } from './upload.ts'

const film = readFile(new URL('../../tools/demo/art/reel-hooks.mp4', import.meta.url))

/** Creates a video of 4.784 s, 360 by 640, shown in a student's lesson. */
export async function lessonVideo(server: TestServer, token: string) {
  const { url } = await uploadMedia(server, token, 'video', await film)
  const { course_id } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id, watch_link: url })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const student = await server.userToken(user)
  const shown = async () => (await server.api(student).learning.getContent({ courseId: course_id })).content[0]?.video
  return { media_id: String(url.split('/')[2]), shown }
}

/** Sends a file as a part of a video's set; returns the id of the upload. */
export async function sendPart(
  server: TestServer,
  token: string,
  set_of: string,
  file: Buffer,
  filetype = 'video/mp4',
) {
  const tus = tusClient(server, token)
  const path = await tus.begin(file.length, { filename: '240.mp4', filetype, set_of })
  const { status } = await tus.patch(path, 0, file)
  if (status !== 204) throw new Error(`not taken: ${status}`)
  return path.split('/').at(-1) ?? ''
}
