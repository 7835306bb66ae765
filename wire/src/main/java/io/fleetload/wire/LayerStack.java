// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.wire.TcpConnection.TcpListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The layers of one connection: its socket's listener, and above the last layer the user's. */
final class LayerStack implements TcpListener {
  private final TcpConnection connection;
  private final TcpListener listener;
  private final List<Layer.Factory> factories;

  /** From the socket to the user; empty if the connection is closed. */
  private List<Layer> layers = List.of();

  private final Top top = new Top();
  private boolean leaving;

  LayerStack(TcpConnection connection, TcpListener listener, List<Layer.Factory> factories) {
    this.connection = connection;
    this.listener = listener;
    this.factories = factories;
  }

  /** Makes the layers of another opening. */
  void open() {
    layers = factories.stream().map(Layer.Factory::layer).toList();
    TcpListener above = top;
    for (int i = layers.size() - 1; i >= 0; i--) {
      layers.get(i).attach(this, i == 0 ? null : layers.get(i - 1), above);
      above = layers.get(i);
    }
  }

  boolean isOpen() {
    return !layers.isEmpty() && layers.get(layers.size() - 1).isOpen();
  }

  void write(ByteBuffer bytes) {
    layers.get(layers.size() - 1).write(bytes);
  }

  void send(ByteBuffer bytes) {
    connection.send(bytes);
  }

  boolean isCongested() {
    return connection.isCongested();
  }

  /** Closes from this side: each layer says its last word, and none hears more. */
  void leave() {
    if (!layers.isEmpty()) {
      lastWords(layers.size() - 1);
      detach();
    }
  }

  /** Closes because of a layer: it and those below say their last word. */
  void end(Layer layer) {
    lastWords(layers.indexOf(layer));
    connection.shut();
  }

  private void lastWords(int highest) {
    leaving = true;
    for (int i = highest; i >= 0; i--) {
      layers.get(i).leave();
    }
    leaving = false;
  }

  /** Forgets the layers; what they do later reaches no one. */
  void detach() {
    layers.forEach(Layer::detach);
    layers = List.of();
  }

  @Override
  public void connected() {
    layers.get(0).connected();
  }

  @Override
  public void received(ByteBuffer bytes) {
    layers.get(0).received(bytes);
  }

  @Override
  public void ended(IOException why) {
    // A last word that could not be written changes nothing.
    if (!leaving) {
      layers.get(0).ended(why);
    }
  }

  /** Hands on what comes to the user's listener. */
  private final class Top implements TcpListener {
    @Override
    public void connected() {
      listener.connected();
    }

    @Override
    public void received(ByteBuffer bytes) {
      listener.received(bytes);
    }

    @Override
    public void ended(IOException why) {
      detach();
      listener.ended(why);
    }
  }
}
