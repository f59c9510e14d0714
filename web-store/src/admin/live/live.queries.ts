import { taskQuery } from '../content/task.queries.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const liveQuery = taskQuery(adminApi.live.key(), adminClient.live.adminGet)
