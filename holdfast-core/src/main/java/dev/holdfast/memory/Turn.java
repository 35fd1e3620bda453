package dev.holdfast.memory;

import dev.holdfast.memory.model.LockSpace;
import dev.holdfast.memory.model.Moment;

/** A command's turn in a space: whoever has it is inside the guard. */
record Turn(MemorySpace space, LockSpace model, Moment now) {}
