import { client } from '../../api/client.ts'
import { paths } from '../../paths.ts'

/** Returns the player of the newest course; the list of courses when it is empty or does not answer. */
export async function firstCourse(): Promise<string> {
  const [first] = await client.account.dashboard().then(
    ({ orders }) => orders,
    () => [],
  )
  return first && !first.access?.ended ? paths.learn(first.course_id) : paths.dashboard
}
