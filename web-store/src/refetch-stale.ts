type Load<Module> = () => Promise<Module>

let tries = 0

/**
 * Wraps an import so that it can be retried. Browsers cache a failed module and reject it at once; under another name
 * it is requested again. Most errors name the file; otherwise only a page reload helps. `name` is the wanted export,
 * which a build may have renamed.
 */
export function refetchStale<Module extends object>(load: Load<Module>, name: keyof Module): Load<Module> {
  let file: string | undefined
  return async () => {
    try {
      if (!file) return await load()
      tries += 1
      const module: Module = await import(/* @vite-ignore */ `${file}?${tries}`)
      return name in module ? module : load()
    } catch (error) {
      file ??= /http\S+\.js/.exec(String(error))?.[0]
      throw error
    }
  }
}
