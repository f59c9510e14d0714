type Load<Module> = () => Promise<Module>

let tries = 0

/**
 * The same, which can be asked again. Browsers remember a file that did not come and refuse it at once from then on; under another name it
 * is asked for anew. Most name the file in their error; where one does not, loading the whole page again is the way. `name` is what is
 * wanted of the file, which a build may have given another name.
 */
export function anew<Module extends object>(load: Load<Module>, name: keyof Module): Load<Module> {
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
