/** The circles of a graph, which is a map of what each file imports. A circle is its files in order; the first file is also its last. */
export function circles(graph) {
  const found = []
  const path = []
  const done = new Set()
  const visit = (file) => {
    if (done.has(file)) return
    const start = path.indexOf(file)
    if (start >= 0) {
      found.push([...path.slice(start), file])
      return
    }
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return found
}
