import { useEffect, useState } from 'react'

/** A file that is not uploaded yet as an address that a picture can show; the page's policy takes none of the short ones. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [made, setMade] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => setMade({ file, url: String(reader.result) })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return file && made?.file === file ? made.url : undefined
}
