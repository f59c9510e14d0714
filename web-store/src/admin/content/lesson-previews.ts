import { createContext } from 'react'

/** Watch links of stored lessons, each with the address by which this session sees the file: what is paid for has no other. */
export const LessonPreviews = createContext<Readonly<Record<string, string>>>({})
