/** Replaces the constructor `Function` in the embind code that Emscripten generates. For each C++ function, the
 *  original code compiles the source of an invoker, which works only on sites that allow 'unsafe-eval'. This function
 *  takes the same arguments and returns an equivalent invoker. See craftInvokerFunction in
 *  emscripten/src/lib/libembind.js. */
export function embindFunction() {
  return (_throwBindingError, invoker, fn, runDestructors, retType, _classParam, ...argTypes) =>
    (...given) => {
      const destructors = [];
      const wired = given.map((value, at) => argTypes[at].toWireType(destructors, value));
      const result = invoker(fn, ...wired);
      runDestructors(destructors);
      return retType.fromWireType(result);
    };
}

// Required because embind checks `instanceof Function`.
Object.defineProperty(embindFunction, Symbol.hasInstance, { value: () => true });
