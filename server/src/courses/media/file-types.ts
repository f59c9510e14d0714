export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'
/** Containers that browsers play, and those that the shop makes an MP4 of. */
export type VideoExtension = 'mp4' | 'webm' | 'ogg' | ForeignContainer
export type ForeignContainer = 'mov' | 'mkv' | '3gp' | 'avi'

const FOREIGN: ReadonlySet<string> = new Set<ForeignContainer>(['mov', 'mkv', '3gp', 'avi'])
export const isForeign = (extension: string): extension is ForeignContainer => FOREIGN.has(extension)

const imageFormats: Record<string, ImageFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  // An animated PNG is a PNG; its first image is stored.
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const videoExtensions: Record<string, VideoExtension> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/ogg': 'ogg',
  'video/quicktime': 'mov',
  'video/matroska': 'mkv',
  'video/3gpp': '3gp',
  'video/3gpp2': '3gp',
  'video/vnd.avi': 'avi',
}

/** Detects an image's format by its content, never its name. Undefined for every unaccepted format. */
export async function detectImage(path: string): Promise<ImageFormat | undefined> {
  return imageFormats[await detectType(path)]
}

export async function detectVideo(path: string): Promise<VideoExtension | undefined> {
  return videoExtensions[await detectType(path)]
}

const audioExtensions: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/x-m4a': 'm4a',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/x-flac': 'flac',
  'audio/flac': 'flac',
  'audio/ogg': 'oga',
}

export async function detectAudio(path: string): Promise<string | undefined> {
  return audioExtensions[await detectType(path)]
}

async function detectType(path: string): Promise<string> {
  // Uploads are rare: the library loads with the first.
  const { fileTypeFromFile } = await import('file-type')
  try {
    const found = await fileTypeFromFile(path)
    return found?.mime.split(';')[0] ?? ''
  } catch (error) {
    // A truncated header is no known type; an unreadable file is our fault.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return ''
  }
}
