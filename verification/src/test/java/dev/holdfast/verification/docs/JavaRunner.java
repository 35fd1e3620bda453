package dev.holdfast.verification.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles programs out of pages against our own class path, and runs them in this JVM. */
final class JavaRunner {

  private static final long RUN_SECONDS_MAX = 30;

  private final Path folder;

  /** Compiles into an empty folder. */
  JavaRunner(Path folder) {
    this.folder = folder;
  }

  /**
   * Compiles.
   *
   * @return what the compiler complains of
   */
  List<String> compile(JavaProgram program, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "-d",
              folder.toString(),
              "-classpath",
              System.getProperty("java.class.path"),
              "-proc:none",
              "--release",
              "17");
      compiler
          .getTask(null, files, found, options, null, List.of(new Source(program, source)))
          .call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> problems = new ArrayList<>();
    found
        .getDiagnostics()
        .forEach(
            one ->
                problems.add(
                    program.at()
                        + "line "
                        + program.pageLine(one.getLineNumber())
                        + ": "
                        + one.getMessage(Locale.ROOT)));
    return problems;
  }

  /**
   * Runs what was compiled.
   *
   * @return what it has printed
   * @throws AssertionError if it fails or does not end
   */
  String run(JavaProgram program) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader =
            new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      Method main = loader.loadClass(program.className()).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      FutureTask<Object> task =
          new FutureTask<>(
              () -> {
                main.invoke(null, (Object) new String[0]);
                return "";
              });
      Thread thread = new Thread(task, "snippet");
      thread.setDaemon(true);
      thread.start();
      Object unused = task.get(RUN_SECONDS_MAX, TimeUnit.SECONDS);
      return printed.toString(StandardCharsets.UTF_8);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      boolean wrapped = cause instanceof InvocationTargetException;
      throw new AssertionError(program.at() + "it failed", wrapped ? cause.getCause() : cause);
    } catch (TimeoutException late) {
      throw new AssertionError(program.at() + "it has not ended", late);
    } catch (InterruptedException | IOException | ReflectiveOperationException e) {
      throw new AssertionError(program.at() + "it could not be run", e);
    } finally {
      System.setOut(before);
    }
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(JavaProgram program, String text) {
      super(URI.create("string:///" + program.className() + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
