import type { StoredLesson } from 'contract/learning'
import { createContext } from 'react'
import type { adminClient } from '../host/admin-api.ts'

type Stored = Awaited<ReturnType<typeof adminClient.learning.adminGetContent>>

/**
 * Says of each stored lesson what is known: by watch link the lesson itself, the address by which this session sees its file (what is paid
 * for has no other), and how far its qualities are; by id its questions, whether it asks for work, and when it is live.
 */
export const KnownOfLessons = createContext<
  Pick<Stored, 'previews' | 'videos' | 'quizzes' | 'assignments' | 'live'> & {
    facts: ReadonlyMap<string, StoredLesson>
  }
>({ facts: new Map(), previews: {}, videos: {}, quizzes: {}, assignments: [], live: {} })
