/** The circles of a graph, told as a map of what each file imports: the files along each, the first one again at its end. */
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
