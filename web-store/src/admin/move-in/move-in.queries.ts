import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Move } from 'contract/move-in/move-in'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useStudentRefresh } from '../student/student.queries.ts'

export type MoveState = z.input<typeof Move>

/** A move; while it runs, it is requested again every second. */
export const moveQuery = (move_id: string) =>
  queryOptions({
    ...adminApi.moveIn.get.queryOptions({ input: { move_id } }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1000 : false),
  })

/** Every move, newest first. */
export const movesQuery = () => queryOptions({ ...adminApi.moveIn.list.queryOptions(), staleTime: 0 })

/** The file as it was read, and the choices that were planned with. */
export const draftQuery = (move_id: string) =>
  queryOptions({ ...adminApi.moveIn.draft.queryOptions({ input: { move_id } }), staleTime: 0, retry: false })

/** Returns true for a move that can still be prepared. */
export const isUnsent = ({ status }: Pick<MoveState, 'status'>) => status === 'read' || status === 'planned'

/** Requests again what a move changes: itself, and with `made` also the shop's people and courses. */
export function useMoveRefresh() {
  const queries = useQueryClient()
  const studentsRefresh = useStudentRefresh()
  return async ({ made = false } = {}) => {
    await queries.invalidateQueries({ queryKey: adminApi.moveIn.key() })
    if (!made) return
    await Promise.all([studentsRefresh(), queries.invalidateQueries({ queryKey: adminApi.courses.key() })])
  }
}

/** Returns the address of a move, or of a new one; the course that a list was meant for stays in it. */
export function useMovePath() {
  const course = useSearchParams()[0].get('course_id')
  return (named: { move?: string; from?: string }) =>
    adminPaths.tab('movein', { ...(course && { course_id: course }), ...named })
}

export function useGoToMove() {
  const navigate = useNavigate()
  const pathTo = useMovePath()
  return (move: string) => navigate(pathTo({ move }))
}
