import { createContext, useContext } from 'react'

/** True around a sales page that is only looked at: its buttons buy nothing. */
export const PreviewContext = createContext(false)

export const useIsPreview = (): boolean => useContext(PreviewContext)
